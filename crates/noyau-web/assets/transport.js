// The way to the server. The page as static files has another file in this place, with a worker behind it.

/** @typedef {{ method: string, body?: string, signal?: AbortSignal | undefined }} Sent */
/** @typedef {{ ok: boolean, status: number, text: string }} Received */
/** @typedef {{ file: (file: File) => Promise<void>, url: (url: string) => Promise<void> }} TableOpener */

/**
 * @param {string} path
 * @param {Sent} sent
 * @returns {Promise<Received>}
 */
export async function send(path, { method, body, signal }) {
  /** @type {RequestInit} */
  const request = { method, signal: signal ?? null };
  if (body !== undefined) {
    request.body = body;
    request.headers = { 'content-type': 'application/json' };
  }
  const answer = await fetch(path, request);
  return { ok: answer.ok, status: answer.status, text: await answer.text() };
}

/**
 * The events of a job.
 * @param {string} path
 * @param {(name: string, data: string) => void} happened
 * @param {(crowded: boolean) => void} ended called when the stream breaks off, and whether there is no place for another
 * @returns {() => void} ends it
 */
export function listen(path, happened, ended) {
  const source = new EventSource(path);
  for (const name of ['progress', 'end']) {
    source.addEventListener(name, (event) => {
      happened(name, event.data);
      if (name === 'end') source.close();
    });
  }
  // The browser would reconnect by itself, silently and for ever, except when it is refused: the server has only so many streams.
  source.addEventListener('error', () => {
    const crowded = source.readyState === EventSource.CLOSED;
    source.close();
    ended(crowded);
  });
  return () => source.close();
}

/**
 * The attributes of a link that saves a file of the API.
 * @param {string} path
 * @param {string} _name
 * @returns {Record<string, any>}
 */
export const saving = (path, _name) => ({ href: path, download: true });

/** The attributes of the link to the description of the interface. @type {Record<string, any>} */
export const description = { href: '/api/openapi.json', target: '_blank' };

/** How a visitor opens a table of his own: the server has a folder of them. @type {TableOpener | null} */
export const tables = null;

/** Says what is missing here. @type {(() => string) | null} */
export const missing = null;

/** Whether the browser keeps the whole page by itself. */
export const isKept = false;

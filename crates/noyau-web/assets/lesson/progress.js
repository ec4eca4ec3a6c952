// Which exercises were solved.

/** @typedef {{ kind: string, figure?: string, level?: number, seed?: number }} Wanted */

/** What was done on this machine: how often each exercise was solved. @returns {Record<string, number>} */
export function progress() {
  try {
    return JSON.parse(localStorage.getItem('exercises') ?? '{}');
  } catch {
    return {};
  }
}

/** @param {Wanted} wanted */
export const progressKey = ({ kind, figure, level = 2 }) => `${kind}/${figure || level}`;

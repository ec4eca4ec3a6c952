// A drawing as a picture of pixels, made by the browser from the server's SVG.

import { t } from '../text.js';

/** @param {string} svg @returns {Promise<Blob>} */
export async function exportPng(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(2, 8000 / Math.max(image.width, image.height, 1));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.ceil(image.width * scale), Math.ceil(image.height * scale)];
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error(t('error.canvas'));
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error(t('error.canvas')))), 'image/png'));
  } finally {
    URL.revokeObjectURL(address);
  }
}

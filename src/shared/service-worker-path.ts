/** The service worker's script, at the root of what it serves. */
export const SERVICE_WORKER = '/sw.js';

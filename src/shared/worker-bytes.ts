/** A tab's question to the service worker: how many bytes it has loaded since the last one. The answer is under this name. */
export const WORKER_BYTES = 'worker-bytes';

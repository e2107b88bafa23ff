// Apart from the contract, which no screen loads: it brings zod.

export const MOST_WEBHOOKS = 20;
export const MAX_WEBHOOK_NAME = 40;
export const MAX_WEBHOOK_URL = 2_000;

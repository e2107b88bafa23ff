/**
 * The environment of every process that a test starts: nothing of the contributor's own, and no `.env`, which may name
 * their database, mail server and store.
 */
export const TEST_ENVIRONMENT = { PATH: process.env.PATH, ENV_FILE: '' };

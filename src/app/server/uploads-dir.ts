import { join } from 'node:path';

/** The folder of the originals in the data folder. */
export const uploadsDirOf = (dataDir: string): string => join(dataDir, 'uploads');

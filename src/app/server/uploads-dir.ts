import { join } from 'node:path';

/** Where the originals lie in the data folder. */
export const uploadsDirOf = (dataDir: string): string => join(dataDir, 'uploads');

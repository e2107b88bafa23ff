import { atDatabase } from './at-database.ts';
import { furnish } from './demonstration.ts';

await atDatabase((shop) => furnish(shop, console.log));

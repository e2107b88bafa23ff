import { furnish } from './demo-store.ts';
import { atDatabase } from './run-command.ts';

await atDatabase((shop) => furnish(shop, console.log));

import { seedShop } from './demo-store.ts';
import { atDatabase } from './run-command.ts';

await atDatabase((shop) => seedShop(shop, console.log));

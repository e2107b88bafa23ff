import { config } from 'zod';

// Zod tests whether it may compile its checks with eval. A page's Content-Security-Policy refuses that, and even the
// test is reported as a violation. The shared shapes and forms import this before they define a schema; the server may
// compile.
if (typeof window !== 'undefined') config({ jitless: true });

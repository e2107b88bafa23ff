import { config } from 'zod';

// Zod tries whether it may compile its checks with eval. A page's Content-Security-Policy refuses that, and the
// try alone is reported as a violation. Forms import this before they write a schema; the server may compile.
if (typeof window !== 'undefined') config({ jitless: true });

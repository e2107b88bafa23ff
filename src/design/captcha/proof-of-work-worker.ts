// Solves a challenge in a worker: { type: 'work', challenge, counterStart, counterStep, timeout } is answered
// with { counter, derivedKey }, null after the timeout, or { error }.
import 'altcha/workers/pbkdf2';

import { randomBytes, randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const scryptOf = promisify<string, string, number, { N: number }, Buffer>(scrypt);
/** A password's work is not needed: nobody chose these, and ten are made at once. */
const WORK = { N: 4096 };

const HOW_MANY = 10;
/** Without what looks alike when it was written down by hand. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const HALF = 5;

/** A code as it is compared: however it was written down or typed. */
const plain = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Ten new codes such as 'k7f2m-9xq4t', and what of them is kept. */
export async function newBackupCodes() {
  const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const codes = Array.from({ length: HOW_MANY }, () => `${half()}-${half()}`);
  const salt = randomBytes(16).toString('base64url');
  return { codes, salt, hashes: await Promise.all(codes.map((code) => hashOfBackupCode(code, salt))) };
}

/** What is kept of a code: 50 bits behind scrypt tell nobody who copies the database what they were. */
export async function hashOfBackupCode(code: string, salt: string): Promise<string> {
  return (await scryptOf(plain(code), salt, 32, WORK)).toString('base64url');
}

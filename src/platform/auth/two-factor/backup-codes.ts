import { randomBytes, randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const scryptOf = promisify<string, string, number, { N: number }, Buffer>(scrypt);
/** Full password hashing is not needed: the codes are random, and ten are created at once. */
const WORK = { N: 4096 };

const HOW_MANY = 10;
/** Without characters that look alike in handwriting. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const HALF = 5;

/** A code in the form in which it is compared, whatever its spelling. */
const plain = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Ten new codes such as 'k7f2m-9xq4t', and their stored hashes. */
export async function newBackupCodes() {
  const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const codes = Array.from({ length: HOW_MANY }, () => `${half()}-${half()}`);
  const salt = randomBytes(16).toString('base64url');
  return { codes, salt, hashes: await Promise.all(codes.map((code) => hashOfBackupCode(code, salt))) };
}

/** The stored hash of a code: scrypt over 50 bits reveals nothing to a reader of the database. */
export async function hashOfBackupCode(code: string, salt: string): Promise<string> {
  return (await scryptOf(plain(code), salt, 32, WORK)).toString('base64url');
}

import type { z } from 'zod';
import { captchaAnswer } from '#shared/captcha/captcha-answer.ts';
import { CAPTCHA_HEADER, PROOF_HEADER } from '#shared/captcha/captcha-rules.ts';
import type { SignInContract } from '../sign-in.contract.ts';
import { AuthRefusal } from '../sign-in.messages.ts';
import { SIGN_IN_PATHS, type SignInOperation } from '../sign-in.paths.ts';
import { requestSecondFactor, SecondFactorRequiredError } from './two-factor/second-factor-required.ts';

type Input<Name extends SignInOperation> = z.input<SignInContract[Name]['input']>;
type Output<Name extends SignInOperation> = z.output<SignInContract[Name]['output']>;

/**
 * The answer to a captcha that is sent with the request, where one is required. Throws AuthRefusal without
 * one.
 */
async function withCaptcha(path: string): Promise<Record<string, string>> {
  try {
    const answer = await captchaAnswer(path);
    return answer ? { [CAPTCHA_HEADER]: answer } : {};
  } catch (error) {
    throw new AuthRefusal(400, 'CAPTCHA_FAILED', (error as Error).message);
  }
}

/**
 * Proofs of work that are solved for one request: the next one is harder while an attacker continues to guess.
 */
const MOST_PROOFS = 3;

async function send(endpoint: string, body: object | undefined, proof?: string) {
  const [method, path = ''] = endpoint.split(' ');
  const headers = body && {
    'content-type': 'application/json',
    ...(await withCaptcha(path)),
    ...(proof && { [PROOF_HEADER]: proof }),
  };
  const response = await fetch(`/api/auth${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const answer = await response.json().catch((error) => {
    // Cut off, or from a proxy: no success.
    if (response.ok) throw error;
    return {};
  });
  return { response, answer };
}

/**
 * Calls an operation of sign-in; what it accepts and answers is in the contract. Throws AuthRefusal when the shop
 * refused, another error when it could not be reached or its answer did not arrive whole, and
 * SecondFactorRequiredError, after saving it, when the shop requires the second factor. A proof of work is solved,
 * unless its user cancels that: then AuthRefusal has the code PROOF_CANCELLED.
 */
export async function signInCall<Name extends SignInOperation>(
  name: Name,
  ...[input]: undefined extends Input<Name> ? [] : [input: Input<Name>]
): Promise<Output<Name>> {
  const endpoint = SIGN_IN_PATHS[name];
  let { response, answer } = await send(endpoint, input);
  for (let proofs = 0; answer?.code === 'PROOF_REQUIRED' && proofs < MOST_PROOFS; proofs++) {
    // Its script is loaded only here.
    const { proveWork } = await import('./captcha/proof-of-work.ts');
    ({ response, answer } = await send(endpoint, input, await proveWork(answer.proof)));
  }
  if (answer?.twoFactorRedirect) {
    const { email, phone } = (input ?? {}) as { email?: string; phone?: string };
    requestSecondFactor(email ?? phone ?? '');
    throw new SecondFactorRequiredError();
  }
  if (response.ok) return answer;
  const { code = '', message = '' } = answer ?? {};
  const wait = Number(response.headers.get('retry-after')) || undefined;
  throw new AuthRefusal(response.status, code, message, wait);
}

import { expect, test } from 'vitest';
import { testAuth } from './test-auth.ts';

const shop = testAuth();

test('OPEN-37 without a gateway for texts phone numbers are no sign-in method', async () => {
  for (const path of ['/sign-in/phone', '/phone/send-code', '/phone/confirm']) {
    const { status } = await shop
      .browser()
      .post(`/api/auth${path}`, { phone: '+2348012345678', password: 'secret1' });
    expect(status).toBe(404);
  }
});

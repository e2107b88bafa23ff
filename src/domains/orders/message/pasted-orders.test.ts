import { expect, test } from 'vitest';
import { reminderText } from './answer-customer.ts';
import { checkerOf, verdictOf } from './check-message.ts';
import { findOrders } from './pasted-orders.ts';
import { ID, message, order, shop } from './test-message.ts';
import { orderMessage } from './whatsapp.ts';

const verdicts = (chat: string, prepared = message) =>
  findOrders(chat).map(({ text }) => verdictOf(checkerOf([{ text: prepared, replacedAt: null }])(text)));

test('HAND-04 every order of a chat is found, also two in one line and one without its number', () => {
  const other = message.replaceAll('0042', '0043').replace(ID, ID.replace('a', 'b').replace(/.$/, 'b'));
  const chat = `[23/11/2026, 10:12] Ada: ${message}\n[23/11/2026, 10:13] Ada: Good morning!\n${other}\nThank you`;
  expect(findOrders(chat).map(({ orderNumber }) => orderNumber)).toEqual(['0042', '0043']);
  const line = `${message} ${other}`.replace(/\s+/g, ' ');
  expect(findOrders(line).map(({ orderNumber }) => orderNumber)).toEqual(['0042', '0043']);
  const [, second] = findOrders(`${message}\n${other.slice(other.indexOf('Gele'))}`);
  expect(second).toMatchObject({ orderNumber: null, orderId: ID.replace('a', 'b').replace(/.$/, 'b') });
  expect(findOrders('Good morning, is my order ready?')).toEqual([]);
});

test('HAND-04 a note that names another order is not another message', () => {
  const naming = { ...order, items: [{ ...order.items[0]!, note: 'the same as Order #0017' }] };
  const pasted = orderMessage(naming, shop);
  expect(findOrders(pasted)).toHaveLength(1);
  expect(verdicts(pasted, pasted)).toEqual(['genuine']);
});

const reminder = reminderText(
  {
    id: ID,
    orderNumber: '0042',
    customer: { name: 'Ada', email: 'ada@mail.example', phone: '+2348031234567' },
  },
  shop,
);

test('HAND-04 a link that is only mentioned, as in the shop’s reminder, is no message', () => {
  expect(findOrders(reminder)).toEqual([]);
  const chat = `[23/11/2026, 10:12] Aso House: ${reminder}\n[23/11/2026, 10:13] Ada: ${message}\n[23/11/2026, 10:14] Aso House: ${reminder}`;
  expect(verdicts(chat)).toEqual(['genuine']);
  expect(verdicts(`${message}\n${reminder}\n${message}`)).toEqual(['genuine', 'genuine']);
  // A message that lost its beginning has its total or code still.
  expect(verdicts(`${reminder}\n${message.slice(message.indexOf('Total'), -21)}`)).toEqual(['cut']);
  expect(verdicts(`${reminder}\n${message.slice(message.indexOf('https'))}`)).toEqual(['cut']);
});

test.each([
  '[14/11/2026, 09:12:33] Ada: ',
  '\u200e[14.11.26, 9:12:33\u202fAM] \u202a+234\u00a0803\u00a0123\u00a04567\u202c: ',
  '[11/14/26, 9:12:33 p.m.] ~\u00a0Ada: ',
  '14/11/2026, 09:12 - Ada: ',
  '11/14/26, 9:12\u202fAM - +234 803 123 4567: ',
  '14.11.26, 09:12 – Ada: ',
  '2026-11-14 09:12 - Ada: ',
  '[09:12, 14/11/2026] +234 803 123 4567: ',
  '[9:12 am, 14/11/2026] Ada: ',
  '[14/11, 9:12 am] Ada: ',
])('HAND-04 a message that was cut ends at the next line of the chat: %s', (sender) => {
  const cut = message.slice(0, message.indexOf('Gele') + 9);
  expect(verdicts(`${sender}${cut}\n${sender}Good morning!\nIs it ready?`)).toEqual(['cut']);
  expect(verdicts(`${sender}${cut}\n${sender}${reminder}\n${sender}${message}`)).toEqual(['cut', 'genuine']);
  // The beginning was cut off too: what is above is another line of the chat.
  const middle = message.slice(message.indexOf('Gele'), message.indexOf('Check'));
  expect(verdicts(`${sender}Good morning!\n${sender}${middle}\n${sender}Thank you`)).toEqual(['cut']);
  // WhatsApp’s own lines have no name.
  expect(verdicts(`${sender}${cut}\n14/11/2026, 09:14 - Ada joined`)).toEqual(['cut']);
  // The greeting was left out.
  const bare = message.slice(message.indexOf('Order #'));
  expect(verdicts(`${sender}${bare}`)).toEqual(['genuine']);
});

test('HAND-04 an edit is not hidden by a line of the chat put into the message', () => {
  const chat = message.replace('• Gele: ₦5,000.00', '[14/11/2026, 09:12] Ada: \n• Gele: ₦5.00');
  expect(verdicts(chat)).toEqual(['cut', 'edited']);
});

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepStream, type News, type StreamKeeper } from './stream-keeper.ts';

/** How the server answers; a stream stays open. */
type Answer = (response: ServerResponse) => void;
const stream: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('retry: 3000\n\nevent: opened\ndata: {"catalog":5}\n\n');
};
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end();

let answers: Answer[];
let asked: string[];
let open: ServerResponse[];
let heard: News[];
let keeper: StreamKeeper;
const server = createServer((request, response) => {
  asked.push(request.url!);
  open.push(response);
  response.on('close', () => open.splice(open.indexOf(response), 1));
  (answers.shift() ?? stream)(response);
});

beforeEach(async () => {
  [answers, asked, open, heard] = [[], [], [], []];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  keeper = keepStream(`http://127.0.0.1:${(server.address() as AddressInfo).port}/events`, (news) =>
    heard.push(news),
  );
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(async () => {
  keeper.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Real time for what is under way, until it is so. */
async function until(what: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2_000 && !what(); turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(what()).toBe(true);
}
/** Lets what is under way arrive, then the clock run, then what that began arrive. */
async function pass(ms: number): Promise<void> {
  const arrive = async () => {
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  await arrive();
  await vi.advanceTimersByTimeAsync(ms);
  await arrive();
}
const kinds = () => heard.map(({ kind }) => kind);

test('one stream tells what changed and that nothing was missed', async () => {
  keeper.want(['catalog', 'orders'], 'ada');
  await until(() => heard.length === 1);
  expect(heard[0]).toEqual({ kind: 'opened', ages: { catalog: 5 }, lost: false, gap: undefined });
  // A letter of three bytes and an event that come in pieces.
  const event = Buffer.from(
    'event: change\ndata: {"type":"catalog","ids":["ọ"]}\n\nevent: heartbeat\ndata: {}\n\n',
  );
  open[0]!.write(event.subarray(0, 45));
  await pass(1);
  open[0]!.write(event.subarray(45));
  await until(() => heard.length === 3);
  expect(heard.slice(1)).toEqual([{ kind: 'change', topic: 'catalog' }, { kind: 'beat' }]);
  expect(asked).toEqual(['/events?topics=catalog,orders']);
});

test('the same wish again is no other stream; another person, other topics or none are', async () => {
  keeper.want(['catalog'], '');
  keeper.want(['catalog'], '');
  await until(() => heard.length === 1);
  keeper.want(['catalog'], 'ada');
  await until(() => heard.length === 2);
  expect(heard[1]).toMatchObject({ lost: false, gap: expect.any(Number) });
  keeper.want(['catalog', 'orders'], 'ada');
  await until(() => heard.length === 3 && open.length === 1);
  keeper.want([], 'ada');
  await until(() => open.length === 0);
  await pass(300_000);
  expect(asked).toHaveLength(3);
});

test('a stream that breaks is opened again, later each time, and then everything is to be read', async () => {
  keeper.want(['catalog'], '');
  await until(() => heard.length === 1);
  answers = [status(500), status(502), (response) => response.destroy()];
  open[0]!.end();
  await until(() => open.length === 0);
  for (const [seconds, tries] of [
    [1, 2],
    [2, 3],
    [4, 4],
    [8, 5],
  ] as const) {
    await pass(seconds * 1000 - 1);
    expect(asked).toHaveLength(tries - 1);
    await pass(1);
    expect(asked).toHaveLength(tries);
  }
  await until(() => heard.length === 2);
  expect(heard[1]).toMatchObject({ kind: 'opened', lost: true });
});

test('one that held for a while begins with the shortest wait again', async () => {
  answers = [status(500), status(500), status(500)];
  keeper.want(['catalog'], '');
  for (const seconds of [1, 2, 4]) await pass(seconds * 1000);
  await until(() => heard.length === 1);
  await pass(20_000);
  open[0]!.end();
  await until(() => open.length === 0);
  await pass(1_000);
  await until(() => heard.length === 2);
});

test('CALLS-61 a stream that is silent for more than two heartbeats is dead', async () => {
  keeper.want(['catalog'], '');
  await until(() => heard.length === 1);
  for (let beat = 0; beat < 4; beat++) {
    await pass(30_000);
    open[0]!.write('event: heartbeat\ndata: {}\n\n');
  }
  await pass(75_000);
  expect([asked.length, kinds()]).toEqual([1, ['opened', 'beat', 'beat', 'beat', 'beat']]);
  await pass(5_000);
  await pass(1_000);
  await until(() => heard.at(-1)!.kind === 'opened');
  expect(heard.at(-1)).toMatchObject({ lost: true });
});

test('refused for too many it looks for itself every 30 s, and asks again no sooner than it was told', async () => {
  answers = [status(429, { 'retry-after': '60' }), status(503, { 'retry-after': '40' })];
  keeper.want(['catalog'], '');
  await until(() => asked.length === 1);
  await pass(30_000);
  expect(kinds()).toEqual(['look']);
  await pass(30_500);
  expect([asked.length, kinds()]).toEqual([1, ['look', 'look']]);
  await pass(500);
  expect(asked).toHaveLength(2);
  await pass(41_999);
  expect(asked).toHaveLength(2);
  await pass(1);
  await until(() => kinds().at(-1) === 'opened');
  const looks = kinds().filter((kind) => kind === 'look').length;
  await pass(60_000);
  expect(kinds().filter((kind) => kind === 'look')).toHaveLength(looks);
});

test('who may hear nothing is not asked again until she is somebody else', async () => {
  answers = [status(204)];
  keeper.want(['orders'], '');
  await until(() => asked.length === 1);
  await pass(600_000);
  expect(asked).toHaveLength(1);
  keeper.want(['orders'], 'ada');
  await until(() => heard.length === 1);
});

test('what answers in the place of the shop is no stream', async () => {
  answers = [
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in to the hotel'),
  ];
  keeper.want(['catalog'], '');
  await until(() => asked.length === 1);
  await pass(1_000);
  await until(() => heard.length === 1);
  expect(heard[0]).toMatchObject({ lost: true });
});

test('closed it lets the stream go', async () => {
  keeper.want(['catalog'], '');
  await until(() => heard.length === 1);
  keeper.close();
  await until(() => open.length === 0);
  await pass(600_000);
  expect(asked).toHaveLength(1);
});

test('without a link there is no stream, and with the link it is back at once', async () => {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  keeper.close();
  const port = (server.address() as AddressInfo).port;
  keeper = keepStream(`http://127.0.0.1:${port}/events`, (news) => heard.push(news));
  keeper.want(['catalog'], '');
  await until(() => heard.length === 1);
  events.dispatchEvent(new Event('offline'));
  await until(() => open.length === 0);
  await pass(600_000);
  expect(asked).toHaveLength(1);
  events.dispatchEvent(new Event('online'));
  await until(() => heard.length === 2);
  expect(heard[1]).toMatchObject({ lost: true });
  vi.unstubAllGlobals();
});

test('a stream that stood and may no longer be heard is a reason to look, once', async () => {
  answers = [stream, status(204)];
  keeper.want(['orders'], 'ada');
  await until(() => heard.length === 1);
  open[0]?.end();
  await pass(2_000);
  await until(() => asked.length === 2);
  await pass(60_000);
  expect(kinds()).toEqual(['opened', 'look']);
  expect(asked).toHaveLength(2);
});

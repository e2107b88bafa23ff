import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStreamKeeper, type News, type StreamKeeper } from './stream-keeper.ts';

/** The server's response; a stream stays open. */
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
let requests: string[];
let open: ServerResponse[];
let received: News[];
let keeper: StreamKeeper;
const server = createServer((request, response) => {
  requests.push(request.url!);
  open.push(response);
  response.on('close', () => open.splice(open.indexOf(response), 1));
  (answers.shift() ?? stream)(response);
});

beforeEach(async () => {
  [answers, requests, open, received] = [[], [], [], []];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  keeper = createStreamKeeper(`http://127.0.0.1:${(server.address() as AddressInfo).port}/events`, (news) =>
    received.push(news),
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

/** Waits in real time until `what` is true. */
async function until(what: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2_000 && !what(); turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(what()).toBe(true);
}
/** Lets pending data arrive, advances the clock, then lets new data arrive. */
async function pass(ms: number): Promise<void> {
  const arrive = async () => {
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  await arrive();
  await vi.advanceTimersByTimeAsync(ms);
  await arrive();
}
const kinds = () => received.map(({ kind }) => kind);

test('one stream reports changes and that nothing was missed', async () => {
  keeper.want(['catalog', 'orders'], 'ada');
  await until(() => received.length === 1);
  expect(received[0]).toEqual({ kind: 'opened', ages: { catalog: 5 }, lost: false, gap: undefined });
  // A three-byte character and an event, split into chunks.
  const event = Buffer.from(
    'event: change\ndata: {"type":"catalog","ids":["ọ"]}\n\nevent: heartbeat\ndata: {}\n\n',
  );
  open[0]!.write(event.subarray(0, 45));
  await pass(1);
  open[0]!.write(event.subarray(45));
  await until(() => received.length === 3);
  expect(received.slice(1)).toEqual([{ kind: 'change', topic: 'catalog' }, { kind: 'beat' }]);
  expect(requests).toEqual(['/events?topics=catalog,orders']);
});

test('the same topics keep the stream; another user or other topics replace it, no topics end it', async () => {
  keeper.want(['catalog'], '');
  keeper.want(['catalog'], '');
  await until(() => received.length === 1);
  keeper.want(['catalog'], 'ada');
  await until(() => received.length === 2);
  expect(received[1]).toMatchObject({ lost: false, gap: expect.any(Number) });
  keeper.want(['catalog', 'orders'], 'ada');
  await until(() => received.length === 3 && open.length === 1);
  keeper.want([], 'ada');
  await until(() => open.length === 0);
  await pass(300_000);
  expect(requests).toHaveLength(3);
});

test('a broken stream is reopened with growing delays, and then everything must be read', async () => {
  keeper.want(['catalog'], '');
  await until(() => received.length === 1);
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
    expect(requests).toHaveLength(tries - 1);
    await pass(1);
    expect(requests).toHaveLength(tries);
  }
  await until(() => received.length === 2);
  expect(received[1]).toMatchObject({ kind: 'opened', lost: true });
});

test('a stream that was open for a while is reopened with the shortest delay', async () => {
  answers = [status(500), status(500), status(500)];
  keeper.want(['catalog'], '');
  for (const seconds of [1, 2, 4]) await pass(seconds * 1000);
  await until(() => received.length === 1);
  await pass(20_000);
  open[0]!.end();
  await until(() => open.length === 0);
  await pass(1_000);
  await until(() => received.length === 2);
});

test('CALLS-61 a stream that is silent for more than two heartbeats is dead', async () => {
  keeper.want(['catalog'], '');
  await until(() => received.length === 1);
  for (let beat = 0; beat < 4; beat++) {
    await pass(30_000);
    open[0]!.write('event: heartbeat\ndata: {}\n\n');
  }
  await pass(75_000);
  expect([requests.length, kinds()]).toEqual([1, ['opened', 'beat', 'beat', 'beat', 'beat']]);
  await pass(5_000);
  await pass(1_000);
  await until(() => received.at(-1)!.kind === 'opened');
  expect(received.at(-1)).toMatchObject({ lost: true });
});

test('if refused for too many streams it polls every 30 s, and retries no sooner than Retry-After', async () => {
  answers = [status(429, { 'retry-after': '60' }), status(503, { 'retry-after': '40' })];
  keeper.want(['catalog'], '');
  await until(() => requests.length === 1);
  await pass(30_000);
  expect(kinds()).toEqual(['look']);
  await pass(30_500);
  expect([requests.length, kinds()]).toEqual([1, ['look', 'look']]);
  await pass(500);
  expect(requests).toHaveLength(2);
  await pass(41_999);
  expect(requests).toHaveLength(2);
  await pass(1);
  await until(() => kinds().at(-1) === 'opened');
  const looks = kinds().filter((kind) => kind === 'look').length;
  await pass(60_000);
  expect(kinds().filter((kind) => kind === 'look')).toHaveLength(looks);
});

test('a user without permitted topics does not retry until the user changes', async () => {
  answers = [status(204)];
  keeper.want(['orders'], '');
  await until(() => requests.length === 1);
  await pass(600_000);
  expect(requests).toHaveLength(1);
  keeper.want(['orders'], 'ada');
  await until(() => received.length === 1);
});

test('a response from another server is not a stream', async () => {
  answers = [
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in to the hotel'),
  ];
  keeper.want(['catalog'], '');
  await until(() => requests.length === 1);
  await pass(1_000);
  await until(() => received.length === 1);
  expect(received[0]).toMatchObject({ lost: true });
});

test('close ends the stream', async () => {
  keeper.want(['catalog'], '');
  await until(() => received.length === 1);
  keeper.close();
  await until(() => open.length === 0);
  await pass(600_000);
  expect(requests).toHaveLength(1);
});

test('offline there is no stream, and online it is reopened at once', async () => {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  keeper.close();
  const port = (server.address() as AddressInfo).port;
  keeper = createStreamKeeper(`http://127.0.0.1:${port}/events`, (news) => received.push(news));
  keeper.want(['catalog'], '');
  await until(() => received.length === 1);
  events.dispatchEvent(new Event('offline'));
  await until(() => open.length === 0);
  await pass(600_000);
  expect(requests).toHaveLength(1);
  events.dispatchEvent(new Event('online'));
  await until(() => received.length === 2);
  expect(received[1]).toMatchObject({ lost: true });
  vi.unstubAllGlobals();
});

test('a stream that was open and is no longer permitted triggers one poll', async () => {
  answers = [stream, status(204)];
  keeper.want(['orders'], 'ada');
  await until(() => received.length === 1);
  open[0]?.end();
  await pass(2_000);
  await until(() => requests.length === 2);
  await pass(60_000);
  expect(kinds()).toEqual(['opened', 'look']);
  expect(requests).toHaveLength(2);
});

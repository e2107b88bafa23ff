import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An email as received. */
export interface ReceivedMail {
  to: string[];
  source: string;
}

/** A real mail server on a free port of this machine, which can be stopped and started. */
export interface TestMailServer {
  /** As in SMTP_URL. */
  url: string;
  /** Oldest first. */
  received: ReceivedMail[];
  /** The reply codes, such as 550, per refused recipient. */
  refusals: Map<string, number>;
  /** Stops listening. */
  close(): Promise<void>;
  /** Listens again on the same port. */
  open(): Promise<void>;
}

export async function startTestMailServer(): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const refusals = new Map<string, number>();
  let port = 0;
  let server: SMTPServer;

  async function open(): Promise<void> {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _, done) {
        const responseCode = refusals.get(address);
        done(responseCode ? Object.assign(new Error('No such mailbox here'), { responseCode }) : null);
      },
      onData(stream, session, done) {
        let source = '';
        stream.on('data', (part: Buffer) => {
          source += part.toString();
        });
        stream.on('end', () => {
          received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source });
          done();
        });
      },
    });
    // A sender may be killed during a delivery.
    server.on('error', () => {});
    const listener = server.listen(port, '127.0.0.1');
    await once(listener, 'listening');
    port = (listener.address() as AddressInfo).port;
  }
  await open();
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    open,
    close: () => new Promise((closed) => server.close(closed)),
  };
}

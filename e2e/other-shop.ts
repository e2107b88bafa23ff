import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestMailServer, type TestMailServer } from '#platform/mail/test-mail-server.ts';
import { freePort } from '#platform/postgres/free-port.ts';
import { copyProject } from '../tools/copy-project.ts';
import { runShop } from '../tools/shop-process.ts';

/** A shop that somebody made their own: other settings, and other files in src/brand. */
export interface OtherShop {
  url: string;
  dataDir: string;
  /** The files of its build that browsers load, by path. */
  clientFiles: Map<string, string>;
  mail: TestMailServer;
  end(): Promise<void>;
}

export const SETTINGS = {
  SHOP_NAME: 'Mkate Bakery',
  SHOP_TAGLINE: 'Bread first.',
  SHOP_EMAIL: 'hello@mkate.example',
  SHOP_PHONE: '+254700000001',
  WHATSAPP_NUMBER: '+254700000002',
  SHOP_ADDRESS: '1 Moi Avenue, Nairobi',
  SHOP_CITY: 'Nairobi',
  SHOP_HOURS: 'Every day, 6 am to 6 pm',
  STORE_LOCATION: '-1.2841,36.8233',
  MAIL_FROM: 'Mkate Bakery <orders@mkate.example>',
  CURRENCY: 'KES',
  TIME_ZONE: 'Africa/Nairobi',
  AGENTS: 'false',
};

/** Words of the demonstration's trade; the other shop's texts have none of them. */
const TRADE =
  /agbada|kaftan|aso-oke|adire|g[eè]l[eè]|ankara|ìró|bùbá|senator|isiagu|tailor(s|ing)?|cloth(es)?|nigerians?|Ìbàdàn|Lagos/gi;

/** Changes src/brand of a copy, as docs/making-it-yours.md describes. */
async function rebrand(project: string): Promise<void> {
  const brand = join(project, 'src', 'brand');
  const change = async (file: string, by: (text: string) => string) => {
    const path = join(brand, file);
    await writeFile(path, by(await readFile(path, 'utf8')));
  };
  for (const file of await readdir(join(brand, 'copy'))) {
    await change(join('copy', file), (text) => text.replace(TRADE, 'bread'));
  }
  let paths = 0;
  await change('look.ts', (text) =>
    text
      .replace(/'#[0-9a-f]{6}'/g, (colour) => `'#${colour.slice(2, 8).split('').reverse().join('')}'`)
      .replace(/ d: '[^']*'/g, () => ` d: 'M4 4h24v${24 - paths++}H4z'`),
  );
  await change('locale.ts', (text) =>
    text
      .replace('en-NG', 'en-KE')
      .replace("'NGN'", "'KES'")
      .replace('Africa/Lagos', 'Africa/Nairobi')
      .replaceAll('234', '254')
      .replace('ClothingStore', 'Bakery'),
  );
}

/** Copies the project, makes it another shop, builds it and starts it in live mode on a database of its own. */
export async function startOtherShop(): Promise<OtherShop> {
  await using cleanups = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'aso-other-'));
  cleanups.defer(() => rm(folder, { recursive: true, force: true }));
  // PostgreSQL does not run as root and must be able to enter the folder.
  await chmod(folder, 0o755);
  const project = join(folder, 'project');
  const dataDir = join(folder, 'data');
  await copyProject(project);
  await rebrand(project);
  const mail = await startTestMailServer();
  cleanups.defer(mail.close);
  const { url } = cleanups.use(
    await runShop(
      {
        PORT: String(await freePort()),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        SHOP_MODE: 'live',
        SMTP_URL: mail.url,
        LOG_LEVEL: 'warn',
        ...SETTINGS,
      },
      project,
    ),
  );
  const files = await clientFiles(join(project, 'build'));
  const started = cleanups.move();
  return { url, dataDir, clientFiles: files, mail, end: () => started.disposeAsync() };
}

async function clientFiles(builds: string): Promise<Map<string, string>> {
  const entries = await readdir(builds, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) =>
      entry.isFile() && /\/client(\/|$)/.test(entry.parentPath) && /\.(js|css|svg|txt)$/.test(entry.name),
  );
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }): Promise<[string, string]> => {
        const path = join(parentPath, name);
        return [path.slice(path.indexOf('/client/')), await readFile(path, 'utf8')];
      }),
    ),
  );
}

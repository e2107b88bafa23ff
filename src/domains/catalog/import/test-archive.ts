import { crc32, deflateRawSync } from 'node:zlib';

/** A part of an archive. The other fields make it a lie. */
export interface TestPart {
  name: string;
  data: string | Uint8Array;
  isEncrypted?: boolean;
  /** The stated size. */
  size?: number;
}

/** A ZIP archive of these parts, as a program writes it. `count` overrides the stated number of entries. */
export function createArchive(
  parts: readonly TestPart[],
  { count = parts.length } = {},
): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, isEncrypted = false, size } of parts) {
    const bytes = Buffer.from(data as string);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, rest, Buffer.from(name)]));
    files.push(file);
    offset += file.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...files, entries, end]));
}

/**
 * A ZIP64 archive of these parts, not packed. `hole`: unused bytes in front of the last part, which `start` leaves out;
 * `end` begins behind them. `count` overrides the stated number of entries.
 */
export function createArchive64(parts: readonly TestPart[], { hole = 0, count = parts.length }) {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [n, { name, data }] of parts.entries()) {
    const bytes = Buffer.from(data as string);
    if (n > 0 && n === parts.length - 1) offset += hole;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(45, 0);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    files.push(Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), bytes]));
    // The numbers are in an extra field of 64 bits each.
    fields.writeUInt32LE(0xffffffff, 14);
    fields.writeUInt32LE(0xffffffff, 18);
    fields.writeUInt16LE(28, 24);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(0xffffffff, 10);
    const extra = Buffer.alloc(28);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    extra.writeBigUInt64LE(BigInt(bytes.length), 4);
    extra.writeBigUInt64LE(BigInt(bytes.length), 12);
    extra.writeBigUInt64LE(BigInt(offset), 20);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x2d\x00'), fields, rest, Buffer.from(name), extra]),
    );
    offset += files.at(-1)!.length;
  }
  const entries = Buffer.concat(directory);
  const end64 = Buffer.alloc(56);
  end64.write('PK\x06\x06', 'latin1');
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(entries.length), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + entries.length), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22, 0xff);
  end.write('PK\x05\x06\0\0\0\0', 'latin1');
  end.writeUInt16LE(0, 20);
  const last = hole > 0 ? files.pop()! : Buffer.alloc(0);
  return {
    start: new Uint8Array(Buffer.concat(files)),
    end: {
      bytes: new Uint8Array(Buffer.concat([last, entries, end64, locator, end])),
      position: offset - last.length,
    },
  };
}

const xml = (content: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content}`;
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...targets: [id: string, type: string, target: string][]) =>
  xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
      .map(
        ([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`,
  );

/** The parts of a workbook whose first sheet has these rows as XML, and these shared texts as XML. */
export function workbookParts(rows: string | Uint8Array, texts = ''): TestPart[] {
  return [
    { name: '_rels/.rels', data: relations(['rId1', 'officeDocument', 'xl/workbook.xml']) },
    {
      name: 'xl/workbook.xml',
      data: xml(
        `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="Hidden" sheetId="9" state="hidden" r:id="rId9"/><sheet name="Stock &amp; more" sheetId="1" r:id="rId1"/><sheet name="Notes" sheetId="2" r:id="rId2"/></sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relations(
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId3', 'sharedStrings', '/xl/sharedStrings.xml'],
        ['rId4', 'externalLink', 'externalLinks/externalLink1.xml'],
      ),
    },
    { name: 'xl/sharedStrings.xml', data: xml(`<sst>${texts}</sst>`) },
    {
      name: 'xl/worksheets/sheet1.xml',
      data: typeof rows === 'string' ? xml(`<worksheet><sheetData>${rows}</sheetData></worksheet>`) : rows,
    },
  ];
}

export const createWorkbook = (rows: string | Uint8Array, texts = ''): Uint8Array<ArrayBuffer> =>
  createArchive(workbookParts(rows, texts));

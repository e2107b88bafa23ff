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
export function createArchive(parts: readonly TestPart[], { count = parts.length } = {}): Uint8Array {
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

export const createWorkbook = (rows: string | Uint8Array, texts = ''): Uint8Array =>
  createArchive(workbookParts(rows, texts));

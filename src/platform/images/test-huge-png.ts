import { crc32, deflateRawSync } from 'node:zlib';

// For tests: an upload of an attacker.

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A valid PNG of `side` × `side` grey pixels, created without holding them in memory, padded to `size` bytes. */
export function hugePng(side: number, size: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8;
  const rows = 100;
  const some = deflateRawSync(Buffer.alloc((side + 1) * rows), { finishFlush: 3 });
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE(((side + 1) * side) % 65_521, 0);
  sum.writeUInt16BE(1, 2);
  const pixels = [Buffer.from([0x78, 0x9c]), ...Array(side / rows).fill(some), Buffer.from([3, 0]), sum];
  const parts = [
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  const missing = size - Buffer.concat(parts).length - 12;
  parts.splice(2, 0, chunk('teXt', Buffer.alloc(Math.max(missing, 0))));
  return Buffer.concat(parts);
}

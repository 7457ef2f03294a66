import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LonLat } from './geodesy.js';

/** Sea lanes that meet only at their ends. Longitudes run on within a lane, past 180 if need be. */
export type Lanes = readonly (readonly LonLat[])[];

export const SHIPPED_NETWORK = fileURLToPath(new URL('../data/sea-network.bin', import.meta.url));

const MAGIC = 0x4c46534e; // "LFSN"
const VERSION = 1;
const HEADER_BYTES = 16;
const POINT_BYTES = 8;
const UNITS_PER_DEGREE = 1e5; // one metre

export class NetworkFileFault extends Error {
  override readonly name = 'NetworkFileFault';
}

/** Header (magic, version, lanes, points), the number of points of each lane, then longitude and latitude of each point. */
export const encodeLanes = (lanes: Lanes): Buffer => {
  const points = lanes.flat();
  const bytes = Buffer.alloc(HEADER_BYTES + lanes.length * 2 + points.length * POINT_BYTES);
  [MAGIC, VERSION, lanes.length, points.length].forEach((value, at) => bytes.writeUInt32BE(value, at * 4));
  lanes.forEach((lane, at) => bytes.writeUInt16BE(lane.length, HEADER_BYTES + at * 2));
  const first = HEADER_BYTES + lanes.length * 2;
  points.forEach(([longitude, latitude], at) => {
    bytes.writeInt32BE(Math.round(longitude * UNITS_PER_DEGREE), first + at * POINT_BYTES);
    bytes.writeInt32BE(Math.round(latitude * UNITS_PER_DEGREE), first + at * POINT_BYTES + 4);
  });
  return bytes;
};

const pointAt = (bytes: Buffer, offset: number): LonLat => {
  const longitude = bytes.readInt32BE(offset) / UNITS_PER_DEGREE;
  const latitude = bytes.readInt32BE(offset + 4) / UNITS_PER_DEGREE;
  if (Math.abs(longitude) > 540 || Math.abs(latitude) > 90) throw new NetworkFileFault(`point at byte ${offset} is not on earth.`);
  return [longitude, latitude];
};

export const decodeLanes = (bytes: Buffer): Lanes => {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32BE(0) !== MAGIC) throw new NetworkFileFault('is not a sea network.');
  if (bytes.readUInt32BE(4) !== VERSION) throw new NetworkFileFault(`has version ${bytes.readUInt32BE(4)}, not ${VERSION}.`);
  const laneCount = bytes.readUInt32BE(8), pointCount = bytes.readUInt32BE(12);
  const first = HEADER_BYTES + laneCount * 2;
  if (laneCount === 0 || bytes.length !== first + pointCount * POINT_BYTES) throw new NetworkFileFault('is cut off or has bytes too many.');

  let offset = first;
  const lanes = Array.from({ length: laneCount }, (_, lane) => {
    const size = bytes.readUInt16BE(HEADER_BYTES + lane * 2);
    if (size < 2 || offset + size * POINT_BYTES > bytes.length) throw new NetworkFileFault(`lane ${lane} has ${size} points.`);
    return Array.from({ length: size }, () => pointAt(bytes, (offset += POINT_BYTES) - POINT_BYTES));
  });
  if (offset !== bytes.length) throw new NetworkFileFault('counts fewer points in its lanes than it holds.');
  return lanes;
};

/** Another network replaces the shipped one by its path; what is wrong with it is said with that path. */
export const readLanes = (path = SHIPPED_NETWORK): Lanes => {
  try {
    return decodeLanes(readFileSync(path));
  } catch (error) {
    if (!(error instanceof NetworkFileFault)) throw error;
    throw new NetworkFileFault(`${path} ${error.message}`);
  }
};

import type { Segment } from '../../domain/edi/segment.js';

/** A message inside an interchange, before anybody looked at what it means. */
export type RawSet = {
  /** Its own control reference. */
  reference: string;
  /** 315, IFTSTA…; what it calls itself. */
  kind: string;
  segments: Segment[];
  fault: string | null;
};

export type Interchange = {
  control: string;
  sender: string;
  senderQualifier: string;
  receiver: string;
  receiverQualifier: string;
  /** Control number and functional code of the group (X12 only). */
  group: { control: string; code: string; version: string; sender: string; receiver: string };
  sets: RawSet[];
};

const NO_GROUP = { control: '', code: '', version: '', sender: '', receiver: '' };

/** What is refused as a whole still gets an answer that says so. */
export const unreadable = (fault: string): Interchange => ({
  control: '',
  sender: '',
  senderQualifier: '',
  receiver: '',
  receiverQualifier: '',
  group: NO_GROUP,
  sets: [{ reference: '', kind: '', segments: [], fault }],
});

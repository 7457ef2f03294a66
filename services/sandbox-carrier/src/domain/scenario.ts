export type Role = 'ORIGIN' | 'POL' | 'TS1' | 'POD' | 'POD2' | 'DEST';

export type Stop = { locode: string; facility?: string };

/** Which place plays which role; insertion order is sailing order. */
export type Lane = Partial<Record<Role, Stop>>;

export type Mode = 'VESSEL' | 'BARGE' | 'RAIL';

/** One ship or train between two stops. Days are sandbox days since the number was first looked up. */
export type Leg = { id: string; mode: Mode; from: Role; to: Role; departs: number; arrives: number };

export type Classifier = 'PLN' | 'EST' | 'ACT';

/** One word of the carrier on one step: what it expects or saw, when it says so, and when it takes it back. */
export type Saying = { as: Classifier; day: number; told: number; withdrawn?: number; delay?: string };

export type EquipmentCode = 'LOAD' | 'DISC' | 'GTIN' | 'GTOT';
export type Cargo = 'EMPTY' | 'LADEN';

export type Step = { id: string; at: Role; says: readonly Saying[] } & (
  | { type: 'EQUIPMENT'; code: EquipmentCode; cargo: Cargo; leg?: string }
  | { type: 'TRANSPORT'; code: 'ARRI' | 'DEPA'; leg: string }
);

export type Paper = { code: 'RECE' | 'CONF' | 'ISSU' | 'VOID' | 'HOLD' | 'RELS' | 'SURR'; document: 'BKG' | 'TRD' | 'SHI' | 'CUS'; day: number; reason?: string };

export type Span = { from: number; until: number };
export type HoldStory = Span & { name: string; description: string };

/** What the terminal at one stop knows. It says nothing before `announced` and nothing after `gone`, but that the box has left. */
export type TerminalStory = {
  at: Role;
  announced: number;
  /** Absent: the terminal does not say whether it can be picked up (it leaves by train). */
  ready?: number;
  gone: number;
  leaves: 'gate' | 'rail';
  lastFreeDay: number;
  /** Whose free time it tells of: its own, unless it is the line's. */
  lastFreeDayOf?: 'line';
  holds: readonly HoldStory[];
  /** Charged for each begun day after the last free one. */
  demurragePerDay: number;
  appointment?: number;
};

export type Access =
  | { kind: 'open' }
  /** Refused at once, whatever the number is looked up as. */
  | { kind: 'refused' }
  /** Technical faults for the first questions. */
  | { kind: 'flaky'; faults: readonly ('unavailable' | 'truncated')[] }
  /** Known and empty for so many days. */
  | { kind: 'awaiting'; days: number };

export type Scenario = {
  lanes: readonly Lane[];
  legs: readonly Leg[];
  steps: readonly Step[];
  papers: readonly Paper[];
  containers: number;
  /** Days by which each further container follows the one before it. */
  spread: number;
  terminal: TerminalStory | null;
  /** What the railway knows at the ramp where its train ends. */
  ramp?: TerminalStory;
  access: Access;
  /** The last ship waits in the roads until this day, then makes fast and says so. The other ships never set their status at the quay. */
  berths?: number;
  /** Nothing is said after this day. */
  silentAfter?: number;
};

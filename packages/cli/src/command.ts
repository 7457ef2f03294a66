import { parseArgs } from 'node:util';

/** Where a command runs; handed in, so that a test can give it a folder of its own. */
export type World = {
  root: string;
  home: string;
  env: NodeJS.ProcessEnv;
  /** Answers: what somebody may pipe on. */
  out: (text: string) => void;
  /** Everything else: progress and complaints. */
  err: (text: string) => void;
};

export type Positional = { name: string; required: boolean; says: string };
export type Flag = { short?: string; takes?: string; says: string };
export type Input = { positionals: string[]; flags: Record<string, string | boolean | undefined> };

/** One row of the table from which arguments are read and help is printed. */
export type Command = {
  name: string;
  says: string;
  positionals: readonly Positional[];
  flags: Readonly<Record<string, Flag>>;
  /** The exit code. */
  run: (input: Input, world: World) => Promise<number>;
};

export function read(command: Command, args: readonly string[]): Input | { fault: string } {
  const options = Object.fromEntries(
    Object.entries(command.flags).map(([name, { short, takes }]) => [
      name,
      { type: takes ? ('string' as const) : ('boolean' as const), ...(short ? { short } : {}) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const missing = command.positionals.find(({ required }, index) => required && positionals[index] === undefined);
    if (missing) return { fault: `${missing.name} is missing: ${missing.says}.` };
    const extra = positionals[command.positionals.length];
    if (extra !== undefined) return { fault: `Nothing is known to do with "${extra}".` };
    return { positionals, flags: values as Input['flags'] };
  } catch (error) {
    return { fault: (error as Error).message.split('. To specify')[0] ?? 'These arguments cannot be read.' };
  }
}

export function usage({ name, positionals, flags }: Command): string {
  const places = positionals.map((place) => (place.required ? `<${place.name}>` : `[${place.name}]`));
  return ['landfall', name, ...places, ...(Object.keys(flags).length > 0 ? ['[options]'] : [])].join(' ');
}

export function helpOf(command: Command): string {
  const rows = [
    ...command.positionals.map(({ name, says }) => [name, says] as const),
    ...Object.entries(command.flags).map(([name, flag]) => [flagForm(name, flag), flag.says] as const),
  ];
  return [command.says, '', `  ${usage(command)}`, '', ...columns(rows)].join('\n').trimEnd();
}

export function helpOfAll(commands: readonly Command[]): string {
  const rows = commands.map((command) => [usage(command).replace('landfall ', ''), command.says] as const);
  return ['landfall: a Landfall on this machine', '', ...columns(rows), '', '  landfall <command> --help tells more.'].join('\n');
}

/** Lines of aligned cells, indented by two. */
export function columns(rows: ReadonlyArray<readonly string[]>): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}

const flagForm = (name: string, { short, takes }: Flag): string => `${short ? `-${short}, ` : ''}--${name}${takes ? ` ${takes}` : ''}`;

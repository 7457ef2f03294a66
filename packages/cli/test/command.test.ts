import { expect } from 'chai';
import { type Command, read, usage } from '../src/command.js';
import { testWorld } from './world.js';

describe('arguments', () => {
  const command: Command = {
    name: 'logs',
    says: 'Logs.',
    positionals: [{ name: 'part', required: true, says: 'which part' }, { name: 'other', required: false, says: 'another' }],
    flags: { follow: { short: 'f', says: 'go on' }, lines: { short: 'n', takes: 'number', says: 'how many' } },
    run: async () => 0,
  };

  it('are read from the same table that prints the help', () => {
    expect(read(command, ['store', '-f', '--lines', '3'])).to.deep.equal({ positionals: ['store'], flags: { __proto__: null, follow: true, lines: '3' } });
    expect(usage(command)).to.equal('landfall logs <part> [other] [options]');
  });

  const faults: Array<[args: string[], says: string]> = [
    [[], 'part is missing: which part.'],
    [['a', 'b', 'c'], 'Nothing is known to do with "c".'],
    [['a', '--fellow'], "Unknown option '--fellow'"],
    [['a', '--lines'], "Option '-n, --lines <value>' argument missing"],
  ];
  for (const [args, says] of faults) {
    it(`say what is wrong with "${args.join(' ')}"`, () => {
      expect(read(command, args)).to.deep.equal({ fault: says });
    });
  }
});

describe('landfall', () => {
  it('lists its commands without one, and refuses one it does not know with the list', async () => {
    const here = testWorld();
    expect(await here.landfall()).to.equal(0);
    expect(here.said.out).to.contain('doctor').and.contain('redrive');
    expect(await here.landfall('dance')).to.equal(64);
    expect(here.said.err).to.contain('There is no command "dance"').and.contain('status');
    here.clear();
  });

  it('explains each of its commands', async () => {
    for (const name of ['up', 'down', 'status', 'doctor', 'logs', 'facts', 'rpc']) {
      const here = testWorld();
      expect(await here.landfall(name, '--help')).to.equal(0);
      expect(here.said.out).to.contain(`landfall ${name}`);
      here.clear();
    }
  });

  it('says how to start when nothing runs, and ends with a code that tells so', async () => {
    const codes: Record<string, number> = {};
    for (const name of ['status', 'facts', 'rpc', 'down']) {
      const here = testWorld();
      codes[name] = await here.landfall(name, ...(name === 'facts' ? ['list'] : []), ...(name === 'rpc' ? ['tracking-request', 'GetTrackingRequest'] : []));
      expect(here.said.err + here.said.out).to.contain('not running here');
      here.clear();
    }
    expect(codes).to.deep.equal({ status: 3, facts: 1, rpc: 1, down: 0 });
  });
});

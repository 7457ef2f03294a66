import { mapSchema } from '@landfall/resources/map-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { SCENARIO_NAMES } from '../../../services/sandbox-carrier/src/domain/scenarios.js';
import { formats } from '../../../packages/resources/test/formats.js';
import { rfc7946Faults } from '../harness/faults.js';
import { lengthInDays, mapsOn, play } from '../harness/playing.js';

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats(ajv);
const isDescribed = ajv.compile(mapSchema as object);

const typesIn = (features: readonly { properties: Readonly<Record<string, unknown>> }[]) => features.map(({ properties }) => String(properties['feature_type']));

describe('the map of every scenario, day by day', () => {
  const met = new Set<string>();

  for (const scenario of SCENARIO_NAMES) {
    it(`${scenario}: is valid GeoJSON by RFC 7946 for a foreign validator, and as the interface describes it [CT-05]`, function () {
      this.timeout(60_000);
      const played = play(scenario);
      const last = Math.ceil(lengthInDays(played)) + 2;
      for (let day = 0.5; day <= last; day += 1) {
        for (const { box, status, geojson } of mapsOn(played, day)) {
          const where = `${scenario} ${box} on day ${day} (${status})`;
          expect(rfc7946Faults(geojson), where).to.deep.equal([]);
          expect(isDescribed(geojson), `${where}: ${ajv.errorsText(isDescribed.errors)}`).to.equal(true);
          const types = typesIn(geojson.features);
          types.forEach((type) => met.add(type));
          const ports = geojson.features.filter((_, index) => types[index] === 'port');
          expect(ports.map(({ properties }) => properties['ports_sequence']), where).to.deep.equal(ports.map((_, index) => index + 1));
          expect(types.filter((type) => type === 'current_vessel').length, where).to.be.most(1);
          expect(types.includes('estimated_partial_leg'), where).to.equal(types.includes('current_vessel'));
          if (['available', 'picked_up', 'empty_returned', 'grounded', 'not_available'].includes(status)) expect(types, where).to.not.include('current_vessel');
        }
      }
    });
  }

  it('shows every type of feature somewhere on the way [CT-05]', () => {
    expect([...met]).to.have.members(['port', 'past_vessel_locations', 'current_vessel', 'estimated_partial_leg', 'estimated_full_legs']);
  });

  it('shows the ship of a direct voyage from departure to arrival and at no other time [CT-05]', () => {
    const played = play('TEST-DIRECT');
    const shown = Array.from({ length: 100 }, (_, index) => index / 2).filter((day) => typesIn(mapsOn(played, day)[0]?.geojson.features ?? []).includes('current_vessel'));
    const leg = [...played.journey.legs.values()].find(({ id }) => id === 'V1')!;
    expect(Math.min(...shown)).to.be.within(leg.departs, leg.departs + 1);
    expect(Math.max(...shown)).to.be.within(leg.arrives - 1, leg.arrives + 1);
  });

  it('cuts the lines of a Pacific voyage at the antimeridian, one LineString a side [CT-05]', () => {
    const pieces = mapsOn(play('TEST-RAIL'), 0.5).flatMap(({ geojson }) => geojson.features.filter(({ geometry }) => geometry.type === 'LineString'));
    expect(pieces).to.have.length(2);
    const ends = pieces.map(({ geometry }) => geometry.coordinates as unknown as [number, number][]);
    expect([ends[0]!.at(-1)![0], ends[1]![0]![0]]).to.deep.equal([180, -180]);
    expect(ends[0]!.at(-1)![1]).to.equal(ends[1]![0]![1]);
  });
});

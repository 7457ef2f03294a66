import { expect } from 'chai';
import { ALPHA, idOf, KEYS, places } from '../fakes/world.js';
import { expectFault, faults, rig, type Rig } from '../harness.js';

type Feature = { geometry: { type: string; coordinates: number[][] }; properties: Record<string, unknown> };

describe('maps and the ways of vessels', () => {
  let at: Rig;
  const map = `/v2/containers/${idOf(ALPHA, 'container')}/map_geojson`;
  const future = (more = '') => `/v2/vessels/${places.vessel.id}/future_positions_with_coordinates?port_id=${places.port.id}&previous_port_id=${places.port.id}${more}`;

  before(async () => { at = await rig(); });
  after(() => at.stop());

  it('map_geojson is a FeatureCollection without a wrapper, in its own media type [CT-05] [D-02]', async () => {
    for (const accept of ['*/*', 'application/geo+json', 'application/json', 'application/vnd.api+json']) {
      const reply = await at.ask('GET', map, { headers: { accept } });
      expect(reply.headers.get('content-type'), accept).to.equal('application/geo+json');
      expect(reply.json).to.have.all.keys('type', 'features');
      expect(reply.json.type).to.equal('FeatureCollection');
    }
  });

  it('map_geojson holds ports, track, vessel and the way ahead, and no line jumps the antimeridian [CT-05]', async () => {
    const { features } = (await at.ask('GET', map)).json as { features: Feature[] };
    expect(features.map(({ properties }) => properties['feature_type'])).to.deep.equal(['port', 'port', 'past_vessel_locations', 'past_vessel_locations', 'current_vessel', 'estimated_partial_leg']);
    const lines = features.filter(({ geometry }) => geometry.type === 'LineString');
    for (const { geometry: { coordinates }, properties } of lines) {
      expect(properties['point_count']).to.equal(coordinates.length);
      coordinates.forEach(([longitude = 0], index) => expect(Math.abs(longitude - (coordinates[index - 1]?.[0] ?? longitude))).to.be.below(180));
    }
    expect(lines[0]!.geometry.coordinates.at(-1)).to.deep.equal([180, 45]);
    expect(lines[1]!.geometry.coordinates[0]).to.deep.equal([-180, 45]);
    expect(lines[0]!.properties).to.include({ start_time: '2026-01-02T00:00:00.000Z', end_time: '2026-01-10T00:00:00.000Z', ports_sequence: 1 });
  });

  it('map_geojson asks for the positions of the leg and no others [CT-05]', async () => {
    at.owners.calls.length = 0;
    await at.ask('GET', map);
    expect(at.owners.calls.filter((call) => /Map|Positions/.test(call))).to.deep.equal(['getContainerMap', 'listVesselPositions']);
  });

  it('map_geojson answers 304 to whoever has it [D-12]', async () => {
    const tag = (await at.ask('GET', map)).headers.get('etag')!;
    expect((await at.ask('GET', map, { headers: { 'if-none-match': tag } })).status).to.equal(304);
  });

  it('future_positions_with_coordinates answers with a vessel and its positions, from where the caller says [VE-01]', async () => {
    const { data, links } = (await at.ask('GET', future('&latitude=30.5&longitude=-140.25'))).json;
    expect(data.type).to.equal('vessel');
    expect(data.attributes.positions[0]).to.deep.equal({ latitude: 30.5, longitude: -140.25, timestamp: '2026-01-10T00:00:00.000Z', estimated: true, heading: 90 });
    expect(data.attributes.positions).to.have.length(2);
    expect(links.self).to.include('/future_positions_with_coordinates?port_id=');
  });

  it('future positions name each parameter that is missing or wrong [VE-01] [D-08]', async () => {
    expect(faults(await at.ask('GET', `/v2/vessels/${places.vessel.id}/future_positions`))).to.deep.equal([['missing_parameter', 'port_id'], ['missing_parameter', 'previous_port_id']]);
    expect(faults(await at.ask('GET', future()))).to.deep.equal([['missing_parameter', 'latitude'], ['missing_parameter', 'longitude']]);
    for (const [given, parameter] of [['&latitude=91&longitude=0', 'latitude'], ['&latitude=NaN&longitude=0', 'latitude'], ['&latitude=1e1&longitude=0', 'latitude'], ['&latitude=0&longitude=180.1', 'longitude'], ['&latitude=&longitude=1', 'latitude']]) {
      expectFault(await at.ask('GET', future(given)), 400, 'invalid_parameter', parameter);
    }
    const nowhere = `/v2/vessels/${places.vessel.id}/future_positions?port_id=${idOf(ALPHA, 'container')}&previous_port_id=${places.port.id}`;
    expectFault(await at.ask('GET', nowhere), 400, 'invalid_parameter', 'port_id');
    expectFault(await at.ask('GET', `/v2/vessels/9000000/future_positions?port_id=${places.port.id}&previous_port_id=${places.port.id}`), 404, 'not_found');
  });

  it('a vessel shows its track in the window that was asked for, by id and by IMO number', async () => {
    for (const key of [places.vessel.id, places.vessel.imo]) {
      const plain = (await at.ask('GET', `/v2/vessels/${key}`)).json.data.attributes;
      expect(plain).to.not.have.property('positions');
      const shown = (await at.ask('GET', `/v2/vessels/${key}?show_positions[from_timestamp]=2026-01-01T00:00:00Z&show_positions[to_timestamp]=2026-01-31`)).json.data.attributes;
      expect(shown.positions[0]).to.deep.equal({ latitude: 31.5, longitude: 122, timestamp: '2026-01-02T00:00:00.000Z', estimated: false, heading: null });
    }
    expectFault(await at.ask('GET', `/v2/vessels/${places.vessel.id}?show_positions[from_timestamp]=yesterday`), 400, 'invalid_parameter', 'show_positions[from_timestamp]');
  });

  it('a route leads to its places under both names that clients look for', async () => {
    const path = `/v2/containers/${idOf(ALPHA, 'container')}/route`;
    const { included } = (await at.ask('GET', path)).json as { included: { relationships: Record<string, { data: unknown }> }[] };
    expect(included[0]!.relationships['location']).to.deep.equal({ data: { id: places.port.id, type: 'port' } });
    expect(included[0]!.relationships['port']).to.deep.equal({ data: { id: places.port.id, type: 'port' } });
    const all = (await at.ask('GET', `${path}?include=port,vessel,route_location`)).json as { included: { type: string }[] };
    expect(new Set(all.included.map(({ type }) => type))).to.deep.equal(new Set(['route_location', 'port', 'vessel']));
    expectFault(await at.ask('GET', path, { key: KEYS.beta }), 404, 'not_found');
  });
});

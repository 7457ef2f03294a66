import { expect } from 'chai';
import { distanceNm, type LonLat } from '../../src/geodesy.js';
import { buildNetwork } from '../../src/network.js';
import { seaRoutes } from '../../src/sea-routes.js';
import { addApproaches, leadAroundLand } from '../../tools/approaches.js';
import { graphOf, lanesOf, mainComponent, type Graph } from '../../tools/lanes-from-geojson.js';
import { milesOnLand, naturalEarthLand } from '../../tools/natural-earth.js';
import { seaGrid } from '../../tools/sea-grid.js';

/** A wall from the equator to 1 degree north, between 0.4 and 0.6 degrees east. */
const wall = (longitude: number, latitude: number) => longitude > 0.4 && longitude < 0.6 && latitude > 0 && latitude < 1;
const grid = seaGrid(wall);
const length = (line: readonly LonLat[]) => line.slice(1).reduce((sum, place, at) => sum + distanceNm(...line[at]!, ...place), 0);
const sailing = (graph: Graph) => {
  const { route } = seaRoutes({ network: buildNetwork(lanesOf(graph)) });
  const place = ([longitude, latitude]: LonLat) => ({ longitude, latitude });
  return (from: LonLat, to: LonLat) => route(place(from), place(to))!;
};

describe('network tool', () => {
  it('leads an edge around land, and leaves passages and detours alone', () => {
    const cut: LonLat[] = [[0, 0.1], [1, 0.1]];
    const graph = graphOf([cut]);
    expect(leadAroundLand(graph, mainComponent(graph), () => true, grid, wall)).to.equal(0);
    expect(leadAroundLand(graph, mainComponent(graph), () => false, grid, wall)).to.equal(1);
    const [lane] = lanesOf(graph);
    expect(milesOnLand(lane!, wall, 1)).to.be.most(2);
    expect(length(lane!)).to.be.within(60, 75);
    expect([lane![0], lane!.at(-1)]).to.have.deep.members(cut);

    const far = graphOf([[[0.3, 0.5], [0.7, 0.5]]]);
    expect(leadAroundLand(far, mainComponent(far), () => false, grid, wall)).to.equal(0);
  });

  it('ties a port to the lanes around it without crossing land, towards each side [H-1]', () => {
    const ends: LonLat[] = [[1, -1], [1, 2]];
    const graph = graphOf([ends]);
    const port: LonLat = [0.35, 0.2];
    expect(addApproaches(graph, mainComponent(graph), [port], grid, wall)).to.equal(1);
    const sail = sailing(graph);
    for (const end of ends) {
      const { coordinates, distanceNm: miles } = sail(port, end);
      expect(milesOnLand(coordinates, wall, 1)).to.be.most(2);
      expect(miles).to.be.most(distanceNm(...port, ...end) * 1.4);
    }
  });

  it('leaves the lane itself as long as it was, however many ports hang on it', () => {
    const [south, north, near, far]: LonLat[] = [[1, -1], [1, 2], [1.3, 1.5], [1.3, 0.5]];
    const graph = graphOf([[south!, north!]]);
    expect(addApproaches(graph, mainComponent(graph), [near!, far!, [1, 0]], grid, wall)).to.equal(2);
    const sail = sailing(graph);
    expect(sail(south!, north!).distanceNm).to.be.closeTo(distanceNm(...south!, ...north!), 0.01);
    for (const [from, to] of [[near, south], [near, north], [far, south], [far, north], [near, far]]) {
      expect(sail(from!, to!).distanceNm).to.be.most(distanceNm(...from!, ...to!) * 1.3);
    }
  });

  it('gives up on ports behind too much land', () => {
    const inland = (longitude: number) => longitude < 1;
    const graph = graphOf([[[2, -1], [2, 2]]]);
    expect(addApproaches(graph, mainComponent(graph), [[0, 0]], seaGrid(inland), inland)).to.equal(0);
  });
});

describe('land of Natural Earth', () => {
  it('tells land from sea on both sides of the antimeridian and at the pole', () => {
    const onLand = naturalEarthLand();
    const land: LonLat[] = [[10, 50], [-100, 40], [134, -25], [-60, -10], [170, 68], [-175, 66.7], [0, -85], [179, -85]];
    const sea: LonLat[] = [[-30, 30], [180, 0], [20, -40], [0, 67], [-10, 66.5], [-170, 60], [175, 30], [-179.5, -50]];
    expect(land.map(([longitude, latitude]) => onLand(longitude, latitude))).to.deep.equal(land.map(() => true));
    expect(sea.map(([longitude, latitude]) => onLand(longitude, latitude))).to.deep.equal(sea.map(() => false));
  });
});

import { expect } from 'chai';
import { distanceNm, type LonLat } from '../../src/geodesy.js';
import { addApproaches, leadAroundLand } from '../../tools/approaches.js';
import { graphOf, lanesOf, mainComponent } from '../../tools/lanes-from-geojson.js';
import { milesOnLand, naturalEarthLand } from '../../tools/natural-earth.js';
import { seaGrid } from '../../tools/sea-grid.js';

/** A wall from the equator to 1 degree north, between 0.4 and 0.6 degrees east. */
const wall = (longitude: number, latitude: number) => longitude > 0.4 && longitude < 0.6 && latitude > 0 && latitude < 1;
const grid = seaGrid(wall);
const length = (line: readonly LonLat[]) => line.slice(1).reduce((sum, place, at) => sum + distanceNm(...line[at]!, ...place), 0);

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

  it('ties a port to the nearest lane without crossing land, splitting the lane where they meet', () => {
    const lane: LonLat[] = [[1, -1], [1, 2]];
    const graph = graphOf([lane]);
    const port: LonLat = [0.35, 0.2];
    expect(addApproaches(graph, mainComponent(graph), [port, [1, 0.5]], grid, wall)).to.equal(1);
    const lanes = lanesOf(graph);
    expect(lanes).to.have.length(3);
    const approach = lanes.find((line) => line.some(([longitude]) => longitude === port[0]))!;
    expect(milesOnLand(approach, wall, 1)).to.be.most(2);
    expect(length(approach)).to.be.within(distanceNm(...port, 1, 0.2), 60);
  });

  it('puts two ports on one lane in their order', () => {
    const graph = graphOf([[[1, -1], [1, 2]]]);
    expect(addApproaches(graph, mainComponent(graph), [[1.3, 1.5], [1.3, 0.5]], grid, wall)).to.equal(2);
    expect(lanesOf(graph).map(length).reduce((a, b) => a + b)).to.be.closeTo(180.1 + 2 * 18, 2);
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

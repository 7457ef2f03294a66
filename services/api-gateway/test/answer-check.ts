import { expect } from 'chai';
import { jsonApiFaults } from '../../../packages/resources/test/json-api.js';
import { contractFaults } from './contract.js';
import { officialFaults } from './official-schema.js';

const isOurs = (path: string) => path.startsWith('/v2') && !path.startsWith('/v2/openapi.json');

/** How many answers came past, for the summary of a run. */
export const checkedAnswers = { count: 0 };

/** Every answer of the whole test run comes past here, whatever the test is about. */
export const checkAnswer = (method: string, path: string, response: Response, json: unknown): void => {
  if (!isOurs(path)) return;
  checkedAnswers.count += 1;
  const about = `${method} ${path} → ${response.status} ${JSON.stringify(json)?.slice(0, 300) ?? ''}`;
  expect(response.status, about).to.be.below(600);
  expect(response.headers.get('x-request-id'), `${about}: X-Request-Id`).to.match(/^[\w.:-]{8,128}$/);
  expect(response.headers.get('vary') ?? '', `${about}: Vary`).to.include('Accept').and.include('Authorization');
  const type = response.headers.get('content-type');
  if (type?.startsWith('application/vnd.api+json') === true) {
    expect(type, `${about}: Content-Type`).to.equal('application/vnd.api+json');
    if (method !== 'HEAD') expect([...jsonApiFaults(json, path.includes('fields')), ...officialFaults(json)], about).to.deep.equal([]);
  }
  if (response.status >= 400 && method !== 'HEAD') expect(json, about).to.have.property('errors');
  if (response.status !== 304 && method !== 'OPTIONS') expect(contractFaults(method, path, response.status, type, json), about).to.deep.equal([]);
};

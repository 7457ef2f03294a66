import { expect } from 'chai';
import { jsonApiFaults } from '../../../packages/resources/test/json-api.js';

const isOurs = (path: string) => path.startsWith('/v2') && !path.startsWith('/v2/openapi.json');

/** Every answer of the whole test run comes past here, whatever the test is about. */
export const checkAnswer = (method: string, path: string, response: Response, json: unknown): void => {
  if (!isOurs(path)) return;
  const about = `${method} ${path} → ${response.status}`;
  expect(response.status, about).to.be.below(600);
  expect(response.headers.get('x-request-id'), `${about}: X-Request-Id`).to.match(/^[\w.:-]{8,128}$/);
  expect(response.headers.get('vary') ?? '', `${about}: Vary`).to.include('Accept').and.include('Authorization');
  const type = response.headers.get('content-type');
  if (type?.startsWith('application/vnd.api+json') === true) {
    expect(type, `${about}: Content-Type`).to.equal('application/vnd.api+json');
    expect(jsonApiFaults(json, path.includes('fields')), about).to.deep.equal([]);
  }
  if (response.status >= 400 && method !== 'HEAD') expect(json, about).to.have.property('errors');
};

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { groups, NAMES, runbookOf } from '@landfall/infra/alerts';
import { dashboards } from '@landfall/infra/dashboards';
import { SERVICES, PORTS } from '@landfall/infra/services';
import { expect } from 'chai';
import { parse } from 'yaml';
import { faultsOf, questions } from '../harness/promql.js';
import { ROOT, text } from '../harness/paths.js';

describe('dashboards and alerts', () => {
  it('ask nothing that Prometheus cannot read', () => {
    expect(faultsOf('sum(rate(foo[5m])')).not.to.deep.equal([]);
    for (const { where, expression } of questions()) expect(faultsOf(expression), where).to.deep.equal([]);
  });

  it('come with a page for every alert that says what it means, where to look and what to do', () => {
    for (const name of NAMES) {
      const page = text(`docs/runbooks/${runbookOf(name)}`);
      for (const heading of ['## Means', '## Look', '## Do']) expect(page, `${name} ${heading}`).to.include(heading);
    }
    const pages = readdirSync(join(ROOT, 'docs/runbooks')).filter((file) => file !== 'README.md');
    expect(pages.sort()).to.deep.equal(NAMES.map(runbookOf).sort());
    for (const { alert, annotations } of groups.flatMap(({ rules }) => rules)) expect(existsSync(join(ROOT, 'docs/runbooks', annotations.runbook_url.split('/').at(-1) ?? '')), alert).to.equal(true);
  });

  it('are where Prometheus and Grafana of the compose file look for them', () => {
    const prometheus = parse(text('infra/observability/prometheus.yml')) as { scrape_configs: { job_name: string; dns_sd_configs: { names: string[]; port: number }[] }[] };
    const [scrape] = prometheus.scrape_configs;
    expect(scrape?.job_name).to.equal('landfall');
    expect(scrape?.dns_sd_configs[0]?.port).to.equal(PORTS.health);
    expect([...(scrape?.dns_sd_configs[0]?.names ?? [])].sort()).to.deep.equal(SERVICES.map(({ name }) => name).sort());
    expect((parse(text('infra/observability/alerts.yml')) as { groups: unknown }).groups).to.deep.equal(groups);
    const { datasources } = parse(text('infra/observability/grafana/datasources/prometheus.yml')) as { datasources: { uid: string; url: string }[] };
    for (const { uid } of dashboards) expect(text(`infra/observability/dashboards/${uid}.json`)).to.include(`"uid": "${datasources[0]?.uid}"`);
  });
});

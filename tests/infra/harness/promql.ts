import { groups } from '@landfall/infra/alerts';
import { dashboards } from '@landfall/infra/dashboards';
import { parser } from '@prometheus-io/lezer-promql';

/** Every question that Prometheus is asked by a rule or a panel, with where it stands. */
export const questions = (): { where: string; expression: string }[] => [
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ where: alert, expression: expr }))),
  ...dashboards.flatMap(({ title, panels }) => panels.flatMap((panel) => panel.targets.map(({ expr }) => ({ where: `${title}: ${panel.title}`, expression: expr.replaceAll('$__rate_interval', '5m') })))),
];

/** What does not parse, by Prometheus's own grammar. */
export const faultsOf = (expression: string): string[] => {
  const faults: string[] = [];
  parser.parse(expression).iterate({ enter: (node) => void (node.type.isError && faults.push(`at ${node.from}: ${expression.slice(node.from, node.from + 20)}`)) });
  return faults;
};

const namesIn = (expression: string): string[] => {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter: (node) => {
      if (node.name !== 'VectorSelector') return;
      const identifier = node.node.getChild('Identifier');
      if (identifier) names.push(expression.slice(identifier.from, identifier.to));
    },
  });
  return names;
};

export const metricsNamed = (): string[] => [...new Set(questions().flatMap(({ expression }) => namesIn(expression)))].sort();

// The walls of house.md section 4. Every rule is shown to bite by tests/walls.
const pkg = (name) => `(^packages/${name}/|@landfall/${name}(/|$))`;
const anyOf = (...patterns) => `(${patterns.join('|')})`;
const room = (names) => `^services/([^/]+)/src/${names}(/|\\.ts$)`;
const own = (names) => `^services/$1/src/${names}(/|\\.ts$)`;
const NODE = '^(node:|assert|child_process|crypto|dns|events|fs|http|https|net|os|path|stream|tls|url|util|worker_threads|zlib)';

/** A room may import from its own service only what is named. */
const within = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: room(from) },
  to: { path: '^services/', pathNot: own(allowed) },
});

const GATEWAYS = '(api-gateway|mcp-gateway)';

module.exports = {
  forbidden: [
    { name: 'no-circles', comment: 'Reading order is main → wire → doors → app → domain.', severity: 'error', from: {}, to: { circular: true } },

    within('domain-inside', 'domain', 'domain', 'The domain knows nobody.'),
    { name: 'domain-outside', comment: 'The domain speaks the words of the trade and nothing else.', severity: 'error', from: { path: room('domain') }, to: { pathNot: anyOf('^services/', pkg('shipping')) } },
    within('app-inside', 'app', '(domain|app)', 'Use cases see the domain and their own ports.'),
    { name: 'app-outside', comment: 'Use cases speak to ports; problems and pages are words, trying again and gathering are ways to act, the rest is a back or a door.', severity: 'error', from: { path: room('app'), pathNot: `^services/${GATEWAYS}/` }, to: { pathNot: anyOf('^services/', pkg('shipping'), '(^packages/kit/(dist|src)|@landfall/kit)/(problem|page|identity|retrying|gatherer)') } },
    within('doors-inside', '(rpc|bus)', '(app|messages|domain|rpc|bus)', 'A door translates and calls; it never reaches into a back.'),
    { name: 'doors-without-store', comment: 'A door never reaches into a back.', severity: 'error', from: { path: room('(http|mcp)') }, to: { path: own('(store|outside)') } },
    within('backs-inside', '(store|outside)', '(domain|messages|store|outside|app/ports)', 'A back fulfils a port.'),
    { name: 'backs-without-use-cases', comment: 'A back fulfils a port and knows no use case.', severity: 'error', from: { path: room('(store|outside)') }, to: { path: own('app'), pathNot: own('app/ports') } },
    { name: 'mongoose-in-store-only', comment: 'Only backs and the kit know how things are kept.', severity: 'error', from: { path: '^(services|packages)/', pathNot: '^services/[^/]+/(src/(store/|wire\\.ts)|test/|bench/)|^packages/(kit|testkit|embedded-mongo)/' }, to: { path: '(^|/)(mongoose|mongodb)(/|$)' } },
    { name: 'nobody-imports-wire', comment: 'Only the process itself and the one-machine deployment plug things in.', severity: 'error', from: { path: '^(services|packages)/', pathNot: '^services/[^/]+/(src/main\\.ts|test/|bench/)|^services/one-machine/' }, to: { path: anyOf('^services/[^/]+/(src|dist)/wire', '@landfall/[^/]+/wire$') } },
    { name: 'messages-inside', comment: 'The one mapper: domain on one side, contracts on the other; it may name what use cases take, and calls none.', severity: 'error', from: { path: room('messages') }, to: { path: '^services/', pathNot: own('(domain|messages|app/ports)'), dependencyTypesNot: ['type-only'] } },

    { name: 'services-apart', comment: 'Services tell each other by facts, never by import.', severity: 'error', from: { path: '^services/([^/]+)/(src|test)/', pathNot: '^services/one-machine/' }, to: { path: '^services/', pathNot: '^services/$1/' } },
    { name: 'packages-below-services', comment: 'A package serves services and knows none.', severity: 'error', from: { path: '^packages/' }, to: { path: '^services/' } },
    { name: 'clients-at-edges', comment: 'Calls run only from an edge to an owner; the settings page is one (ADR-0125).', severity: 'error', from: { path: '^services/', pathNot: `^services/(${GATEWAYS}|one-machine)/|^services/oauth/src/outside/webhooks\\.ts|/test/|/bench/` }, to: { path: pkg('clients') } },

    { name: 'shipping-alone', comment: 'Words import nobody.', severity: 'error', from: { path: '^packages/shipping/src/' }, to: { pathNot: '^packages/shipping/src/' } },
    { name: 'contracts-alone', comment: 'Contracts import nobody of ours.', severity: 'error', from: { path: '^packages/contracts/' }, to: { path: anyOf('^packages/(?!contracts/)', '@landfall/(?!contracts)') } },
    { name: 'kit-knows-no-trade', comment: 'The kit stands on the error table and the catalogue only.', severity: 'error', from: { path: '^packages/kit/src/' }, to: { path: anyOf('^packages/(?!kit/|contracts/)', '@landfall/(?!contracts)') } },
    { name: 'resources-below', comment: 'Resources shape messages; they call nobody.', severity: 'error', from: { path: '^packages/resources/src/' }, to: { path: anyOf('^packages/(?!resources/|shipping/|contracts/)', '@landfall/(?!shipping|contracts)') } },
    { name: 'testkit-in-tests', comment: 'What helps tests never ships.', severity: 'error', from: { path: '^(services|packages)/[^/]+/src/', pathNot: '^packages/testkit/' }, to: { path: pkg('testkit') } },
    { name: 'gen-behind-the-mapper', comment: 'Generated messages stay at the edge of a service.', severity: 'error', from: { path: room('(domain|app|store|outside)'), pathNot: `^services/${GATEWAYS}/` }, to: { path: anyOf('^packages/contracts/(dist/)?gen/', '@landfall/contracts/gen') } },
    { name: 'shipping-without-outside', comment: 'A pure room touches no outside.', severity: 'error', from: { path: anyOf(room('domain'), '^packages/shipping/src/') }, to: { path: NODE } },
  ],
  options: {
    doNotFollow: { path: '(node_modules|/dist/|^packages/contracts/gen/)' },
    exclude: { path: '(^|/)(dist|reports)/.*\\.d\\.ts$' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'], mainFields: ['main', 'types'] },
  },
};

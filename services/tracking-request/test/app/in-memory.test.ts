import { inMemoryRequests } from '../fakes/in-memory-requests.js';
import { trackingRequestsSuite } from '../store/tracking-requests.suite.js';

describe('tracking requests in memory', () => trackingRequestsSuite(inMemoryRequests));

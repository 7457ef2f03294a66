import type { Container } from '@landfall/contracts/gen/shipment/v1/shipment';
import type { ResourceLink } from '@modelcontextprotocol/server';

export const CONTAINER_URI = 'landfall://container/{id}';
export const GLOSSARY_URI = 'landfall://docs/milestone-glossary';

/** Where the whole story of a container can be read. */
export const containerLink = ({ id, number }: Pick<Container, 'id' | 'number'>): ResourceLink => ({
  type: 'resource_link',
  uri: CONTAINER_URI.replace('{id}', id),
  name: number ?? id,
  mimeType: 'text/markdown',
});

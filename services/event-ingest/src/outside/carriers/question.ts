import type { RequestType } from '@landfall/shipping/request-type';
import { askedAs, type CarrierProfile } from '../../domain/carrier-profile.js';

/** A bound on a field, in the way this carrier writes operators. */
export const withBound = (profile: CarrierProfile, url: URL, field: string, operator: 'gte' | 'lt', value: string): URL => {
  const bounded = new URL(url);
  if (profile.operatorStyle === 'name_suffix') bounded.searchParams.append(`${field}:${operator}`, value);
  else if (profile.operatorStyle === 'value_prefix') bounded.searchParams.append(field, `${operator}:${value}`);
  return bounded;
};

/** The first page's address for a number. */
export const questionUrl = (profile: CarrierProfile, type: RequestType, number: string): URL => {
  const asked = askedAs(profile, type, number);
  const url = new URL(profile.baseUrl.replace(/\/$/, '') + profile.path.replace('{reference}', encodeURIComponent(asked)));
  const parameter = profile.parameters[type];
  if (parameter !== null && !profile.path.includes('{reference}')) url.searchParams.set(parameter, asked);
  for (const [name, value] of Object.entries(profile.companions[type] ?? {})) url.searchParams.set(name, value);
  if (profile.page) url.searchParams.set(profile.page.parameter, String(profile.page.size));
  return url;
};

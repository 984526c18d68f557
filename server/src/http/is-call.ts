import type { FastifyRequest } from "fastify";

/**
 * Whether a request is one of the API's: by its route, for an address can be spelt in many ways; else by the address.
 */
export function isCall({ url, routeOptions }: FastifyRequest): boolean {
  return url.startsWith("/api/") || routeOptions.url?.startsWith("/api/") === true;
}

// What a program does with the generated types: this must compile, and so must every refusal below.
import createClient from "openapi-fetch";
import type { paths } from "./types.js";
import { searchListings, updateListing } from "./hey/index.js";

const api = createClient<paths>({ baseUrl: "https://directory.example/api/v1" });

export async function firstNames(): Promise<string[]> {
  const { data, error } = await api.GET("/listings", { params: { query: { sort: "newest", cursor: "start" } } });
  if (error) throw new Error(error.detail);
  return data.items.map((listing) => listing.name);
}

export async function rename(listing_id: number, headline: string): Promise<string> {
  const { data, error } = await updateListing({ path: { listing_id }, body: { fields: { headline } } });
  if (error) throw new Error(error.code);
  return data?.status ?? "unknown";
}

export async function refused(): Promise<void> {
  // @ts-expect-error: no such order
  await api.GET("/listings", { params: { query: { sort: "best" } } });
  // @ts-expect-error: a slug is a text
  await api.GET("/listings/{slug}", { params: { path: { slug: 5 } } });
  // @ts-expect-error: no such parameter
  await searchListings({ query: { pages: 2 } });
}

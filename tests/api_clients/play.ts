/* Plays Oh Hell with openapi-fetch and the types that openapi-typescript makes; tsc reads it, and the test runs it. Takes
 * the address, the token, the players and the deals as JSON from standard input, and prints what came of it. */
import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Schemas = components["schemas"];
type Given = {
  site: string;
  token: string;
  players: string[];
  deals: { dealer: number; bids: number[]; tricks: number[]; forbidden: number }[];
};

const given = JSON.parse(readFileSync(0, "utf-8")) as Given;
const { deals, players } = given;
const api = createClient<paths>({
  baseUrl: `${given.site}/api/v1`,
  headers: { Authorization: `Bearer ${given.token}` },
});

function answered<Data>(answer: { data?: Data; error?: unknown }): Data {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

function entering(session: string, position: number, entry: Schemas["Entry"]) {
  return api.POST("/sessions/{session}/entries", { params: { path: { session } }, body: { position, entry } });
}

const first = deals[0]!;
const options: Schemas["OptionsOhHell"] = {
  format: "short-falling",
  top_hand: deals.length,
  scoring: "normal",
  bidding: "in-turn",
  restriction: true,
};
const body: Schemas["StartOhHell"] = { game: "oh-hell", players, dealer: first.dealer, options };
const header = { "Idempotency-Key": "a-game-by-typescript" };
let now: Schemas["SessionNow"] = answered(await api.POST("/sessions", { params: { header }, body }));

const bids = first.bids.map((bid, seat) => (seat === first.dealer ? first.forbidden : bid));
const { error: refused } = await entering(now.id, 0, { step: "bids", bids });
if (refused?.code !== "refused") throw new Error(JSON.stringify(refused));
for (const deal of deals) {
  now = answered(await entering(now.id, now.position, { step: "bids", bids: deal.bids }));
  now = answered(await entering(now.id, now.position, { step: "tricks", tricks: deal.tricks }));
}
const { error: stale } = await entering(now.id, 0, { step: "bids", bids });
if (stale?.code !== "stale") throw new Error(JSON.stringify(stale));

// @ts-expect-error There is no such house rule: the types know it.
const wrong: Schemas["OptionsOhHell"] = { format: "longest" };
void wrong;

const { report } = answered(await api.GET("/sessions/{session}", { params: { path: { session: now.id } } }));
const { games } = answered(await api.GET("/games"));
const { lines } = answered(await api.GET("/statistics", { params: { query: { game: "oh-hell" } } }));
console.log(
  JSON.stringify({
    totals: report.totals,
    over: report.over,
    winners: report.winners,
    refused: refused.problems.map((problem) => problem.seat),
    stale: stale.session.position,
    games: games.length,
    won: Object.fromEntries(lines.map((line) => [line.name, line.results.won])),
  }),
);

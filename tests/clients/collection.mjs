// Converts the OpenAPI document into a Bruno collection and prints how many requests it has.
import { readFileSync, writeFileSync } from "node:fs";
import { openApiToBruno } from "@usebruno/converters";

const [source, target] = process.argv.slice(2);
const collection = await openApiToBruno(JSON.parse(readFileSync(source, "utf8")));
const count = (items) => items.reduce((sum, item) => sum + (item.items ? count(item.items) : 1), 0);
writeFileSync(target, JSON.stringify(collection, null, 2));
console.log(count(collection.items));

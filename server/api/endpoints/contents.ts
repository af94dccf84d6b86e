import { z } from "zod";
import { endpoint } from "@/server/api/endpoint";
import { EXAMPLE_IDS, EXAMPLE_PNG as PNG } from "@/server/api/example-ids";
import { pagedAnswer } from "@/server/api/paged";
import { Page } from "@/server/data/paging";
import { createContent, discardFile, keepContent } from "@/server/domain/contents/create";
import { deleteContent } from "@/server/domain/contents/delete";
import { getContent, listContents, readContent } from "@/server/domain/contents/read";
import { scaleContent } from "@/server/domain/contents/scale";
import { ContentEnvelope, CreatedContent, NewContent, Quality, Width } from "@/server/domain/contents/schema";
import { contentView } from "@/server/domain/contents/view";
import { SentFile } from "@/server/http/file-answer";
import { pictureFile, pictureTurn } from "@/server/http/pictures";
import { RASTER_TYPES } from "@/server/platform/images";

const ById = z.object({ id: z.string().describe("Id of the file.") });

export const createContentEndpoint = endpoint({
  method: "POST",
  path: "/contents",
  auth: "token",
  scope: "files:write",
  tag: "Contents",
  summary: "Store a file",
  description:
    "Any media type, up to 10 MiB. Use the `path` of the answer as `image` of items and groups. Everyone who knows the url of a file can read it.",
  input: { body: NewContent },
  upload: "content",
  example: {
    body: { "content-type": "image/png", data: PNG, name: "atlas.png", description: "Front view" },
  },
  response: CreatedContent,
  errors: ["quota-exceeded", "record-quota-exceeded"],
  creates: true,
  prepare: async (ctx, { body }) => {
    const kept = await keepContent(ctx, body);
    return {
      discard: () => discardFile(kept),
      make: async (ctx) => {
        const { id, data } = contentView(await createContent(ctx, kept));
        return { id, path: data.path, url: data.url };
      },
    };
  },
});

export const listContentsEndpoint = endpoint({
  method: "GET",
  path: "/contents",
  auth: "token",
  scope: "files:read",
  tag: "Contents",
  summary: "List files",
  description:
    "The producer's own files and the images of its scans. Further pages follow the header `link`.",
  input: { query: Page },
  example: { query: { limit: "2" } },
  response: z.array(ContentEnvelope),
  errors: [],
  handle: async (ctx, { query }, request) => {
    const { entries, next } = await listContents(ctx, query);
    return pagedAnswer(entries.map(contentView), next, request);
  },
});

export const getContentEndpoint = endpoint({
  method: "GET",
  path: "/contents/:id",
  auth: "none",
  tag: "Contents",
  summary: "Get a file",
  description: "Raster images are shown by browsers, all else is only ever saved. Takes one range.",
  input: { params: ById },
  example: { params: { id: EXAMPLE_IDS.content } },
  response: "file",
  errors: ["content-not-found"],
  handle: async (ctx, { params }) => {
    const { id, contentType, size, name } = await getContent(ctx, params.id);
    return new SentFile({
      contentType,
      size,
      version: id,
      cache: "public",
      disposition: RASTER_TYPES.has(contentType) ? "inline" : "attachment",
      name,
      read: (range) => readContent({ id, size }, range),
    });
  },
});

export const scaleContentEndpoint = endpoint({
  method: "GET",
  path: "/contents/:id/:width",
  auth: "none",
  tag: "Contents",
  summary: "Get an image in a width",
  description:
    "Never enlarged, in its own format, animation included. 400 for a file that is no raster image.",
  input: { params: ById.extend({ width: Width }), query: z.object({ quality: Quality }) },
  example: { params: { id: EXAMPLE_IDS.content, width: "320" }, query: { quality: "70" } },
  response: "file",
  produces: "image/*",
  errors: ["content-not-found", "not-an-image", "unusable-image"],
  handle: async (ctx, { params, query }, request) => {
    const content = await getContent(ctx, params.id);
    const scaling = { width: params.width, quality: query.quality, turn: pictureTurn(request) };
    return pictureFile(await scaleContent(content, scaling));
  },
});

export const deleteContentEndpoint = endpoint({
  method: "DELETE",
  path: "/contents/:id",
  auth: "token",
  scope: "files:write",
  tag: "Contents",
  summary: "Delete a file",
  description: "Items that name it keep the name and lose the image. A body is ignored.",
  input: { params: ById },
  example: { params: { id: EXAMPLE_IDS.content } },
  response: "empty",
  errors: ["content-not-found", "content-of-another-producer"],
  handle: async (ctx, { params }) => {
    await deleteContent(ctx, params.id);
    return undefined;
  },
});

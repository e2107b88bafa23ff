-- Public reads evaluate the policy of each image at a third of the cost (docs/decisions/0067-prepared-reads.md).

-- The policy of products decides. As a part of the statement it is planned with it, once on each connection of public reads;
-- the function was called for each image.
ALTER POLICY published_or_admin ON product_images USING (EXISTS (SELECT FROM products p WHERE p.id = product_id));
--> statement-breakpoint
-- contract: unused since 1.0.0, where policies alone called such functions
DROP FUNCTION sees_product(uuid);

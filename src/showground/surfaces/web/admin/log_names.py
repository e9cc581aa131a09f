"""What the audit log, the outbox and a person's page call actions and emails, in words that are translated.

Names that are missing here are shown as they are in the code, in English; a test finds them.
"""

from showground.core.languages import Text, translated
from showground.core.mail.email_kinds import list_kinds
from showground.surfaces.web.formatting import name_of

ACTIONS = {
    "add_product": Text("Add product"),
    "add_question": Text("Add interview question"),
    "answer_withdrawal": Text("Mark withdrawal as answered"),
    "approve_listing": Text("Approve listing"),
    "block_person": Text("Block account"),
    "cancel_invitation": Text("Cancel staff invitation"),
    "change_listings": Text("Change several listings"),
    "change_question": Text("Edit interview question"),
    "correct_invoice": Text("Correct invoice"),
    "create_account": Text("Create account"),
    "decide_claim": Text("Decide claim"),
    "delete_category": Text("Delete category"),
    "delete_coupon": Text("Delete coupon"),
    "delete_listing": Text("Delete listing for good"),
    "delete_listings": Text("Delete several listings for good"),
    "delete_person": Text("Delete account"),
    "delete_post": Text("Delete post"),
    "delete_product": Text("Delete product"),
    "delete_text": Text("Delete page"),
    "discard_brand_draft": Text("Discard brand draft"),
    "discount_votes": Text("Discount votes"),
    "edit_listing": Text("Edit listing"),
    "end_sessions_of": Text("Sign out everywhere"),
    "export_books": Text("Export books"),
    "fill_attributes": Text("Edit comparison attributes"),
    "finish_task": Text("Complete task"),
    "handle_failed_refund": Text("Resolve failed refund"),
    "handle_payment_problem": Text("Resolve payment event"),
    "hide_review": Text("Hide or show review"),
    "import_categories": Text("Import categories"),
    "import_domain_ratings": Text("Import Domain Ratings"),
    "invite_staff": Text("Invite staff"),
    "mark_setup_step": Text("Mark setup step"),
    "merge_accounts": Text("Merge accounts"),
    "merge_categories": Text("Merge categories"),
    "moderate_answer": Text("Hide or show answer"),
    "moderate_question": Text("Hide, show or approve question"),
    "move_launch": Text("Move launch to another week"),
    "move_product": Text("Move product"),
    "move_question": Text("Move interview question"),
    "publish_brand": Text("Publish brand"),
    "publish_listing": Text("Publish listing"),
    "refund_order": Text("Refund order"),
    "remove_announcement": Text("Remove announcement"),
    "remove_passkeys_of": Text("Remove passkeys"),
    "remove_question": Text("Delete interview question"),
    "remove_saved_reply": Text("Delete saved reply"),
    "rename_slug": Text("Change listing URL"),
    "reset_email": Text("Use shipped email text"),
    "retry_job": Text("Retry job"),
    "revert_version": Text("Revert edit"),
    "review_version": Text("Accept edit"),
    "revoke_verification": Text("Remove verified mark"),
    "save_brand_draft": Text("Save brand draft"),
    "send_refund": Text("Send refund"),
    "send_setup_test": Text("Send test email"),
    "send_test_edition": Text("Send test newsletter"),
    "set_account_email": Text("Change email address of account"),
    "set_free_plan": Text("Set free plan"),
    "set_listing_policy": Text("Set policy for new listings"),
    "set_on_sale": Text("Set what is on sale"),
    "set_question_policy": Text("Set policy for questions"),
    "set_role": Text("Set role"),
    "settle_question_report": Text("Resolve report of a question"),
    "settle_report": Text("Resolve report"),
    "sign_out_person": Text("Sign out account"),
    "start_tree": Text("Start categories over"),
    "suspend_listing": Text("Suspend or restore listing"),
    "take_back_verified": Text("Remove verified mark"),  # what older entries call revoke_verification
    "transfer_listing": Text("Transfer listing"),
    "unblock_address": Text("Unblock address"),
    "unblock_person": Text("Unblock account"),
    "upload_brand_picture": Text("Upload brand picture"),
    "verify_revenue": Text("Verify revenue"),
    "write_announcement": Text("Write announcement"),
    "write_category": Text("Save category"),
    "write_coupon": Text("Save coupon"),
    "write_email": Text("Write email text"),
    "write_post": Text("Save post"),
    "write_product": Text("Save product"),
    "write_saved_reply": Text("Change saved reply"),
    "write_seller_details": Text("Save seller and taxes"),
    "write_text": Text("Save page"),
}
# Templates whose text depends on what happened; all others are called like their only kind of email.
EMAILS = {
    "claim_decided": Text("Claim decided"),
    "cofounder_invite": Text("Co-founder invitation"),
    "launch_moved": Text("Launch moved to another week"),
    "listing_approved": Text("Listing approved"),
    "newsletter_confirm": Text("Confirm a subscription"),
    "order_refunded": Text("Order refunded"),
    "webhook_disabled": Text("Webhook turned off"),
}


def action_name(action: str) -> str:
    """`suspend_listing` is `Suspend or restore listing`."""
    return translated(ACTIONS[action]) if action in ACTIONS else name_of(action)


def email_name(template: str) -> str:
    """What the outbox calls an email."""
    if template in EMAILS:
        return translated(EMAILS[template])
    titles = [kind.title for kind in list_kinds() if kind.template == template]
    return translated(Text(titles[0])) if titles else name_of(template)

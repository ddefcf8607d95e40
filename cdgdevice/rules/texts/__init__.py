"""Every sentence, title and refusal of the rules: what another language would be laid beside."""

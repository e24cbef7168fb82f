def clean_json_response(response: str) -> str:
    """Returns the text without code fences and `json` marks."""
    return response.replace("```json", "").replace("```", "").strip()

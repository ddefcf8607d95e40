"""Write the answers of all transcripts anew: `python -m tests.transcripts.write`."""

from tests.transcripts.transcript import replayed, transcripts

if __name__ == "__main__":
    for file in transcripts():
        text = replayed(file.read_text(encoding="utf-8"))
        file.write_text(text, encoding="utf-8", newline="\n")

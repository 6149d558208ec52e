"""What every route needs: who asks, what a room answers, what is said when it refuses."""
